module.exports = () => ({
  "users-permissions": { config: { jwtSecret: "only-for-tests-on-the-loopback" } },
});
