import { toNodeHandler } from "@dossier/backend-client/node";
import fastify from "fastify";
import { respond } from "./respond.mjs";
import { sessions } from "./sessions.mjs";

const app = fastify();
const auth = toNodeHandler(sessions);

app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
  scope.all("/auth/*", (request, reply) => auth(request.raw, reply.hijack().raw));
});
// Mounted too late on purpose: Fastify's parser has already read the body.
app.all("/late/*", (request, reply) => auth(request.raw, reply.hijack().raw));
app.all("/*", (request, reply) => respond(request.raw, reply.raw, request.body));
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
