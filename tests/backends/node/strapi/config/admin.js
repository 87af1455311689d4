module.exports = () => ({
  auth: { secret: "only-for-tests-on-the-loopback" },
  apiToken: { salt: "only-for-tests" },
  transfer: { token: { salt: "only-for-tests" } },
  secrets: { encryptionKey: "only-for-tests-on-the-loopback" },
  serveAdminPanel: false,
  autoOpen: false,
});
