// Accounts, rights and rows, once the tables are there.
module.exports = {
  async bootstrap({ strapi }) {
    if (await strapi.db.query("api::article.article").count()) return;
    const role = await strapi.db
      .query("plugin::users-permissions.role").findOne({ where: { type: "authenticated" } });
    const actions = ["find", "findOne", "create", "update", "delete"]
      .map((one) => `api::article.article.${one}`);
    const files = ["find", "findOne", "upload", "destroy"]
      .map((one) => `plugin::upload.content-api.${one}`);
    for (const action of [...actions, ...files, "plugin::users-permissions.user.me"]) {
      const known = { action, role: role.id };
      const query = strapi.db.query("plugin::users-permissions.permission");
      if (!(await query.count({ where: known }))) await query.create({ data: known });
    }
    await strapi.plugin("users-permissions").service("user").add({
      username: "editor", email: "editor@example.org", password: "editor",
      provider: "local", confirmed: true, role: role.id,
    });
    for (let n = 1; n <= 31; n++) {
      const title = `Article ${String(n).padStart(2, "0")}`;
      await strapi.documents("api::article.article").create({ data: { title, words: n * 10 } });
    }
  },
};
