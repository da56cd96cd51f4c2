import { toNodeHandler } from "@dossier/backend-client/node";
import { respond } from "./respond.mjs";
import { sessions } from "./sessions.mjs";

const { default: express } = await import(process.argv[2]);

const app = express();
app.use("/auth", toNodeHandler(sessions));
app.use(express.json());
// Mounted too late on purpose: the parser above has already read the body.
app.use("/late", toNodeHandler(sessions));
app.use((req, res, next) => {
  respond(req, res, req.body).then((text) => res.type("text").send(text), next);
});
const server = app.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
