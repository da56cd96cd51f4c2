import { Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { requireClaims, requireSignedIn } from "./authenticate.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { chooseRedirect } from "./redirects.ts";
import { readBody } from "./requests.ts";
import { sendCode } from "./send-code.ts";
import { endSessions, type LogoutScope } from "./sessions.ts";
import { presentUserWith } from "./user-json.ts";
import { applyUpdate, checkUpdate, hashNewPassword, updateBody } from "./user-update.ts";

export function createUserRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/user", async (c) => {
      const claims = await requireClaims(auth, c);
      // Without a transaction, because `begin` and `commit` would take as long as the query.
      const { user, belongings } = await requireSignedIn(auth, auth.service.database, claims);
      return c.json(presentUserWith(user, belongings));
    })
    .put("/user", auth.limits.limit("user"), async (c) => {
      const claims = await requireClaims(auth, c);
      const body = await readBody(c, updateBody);
      const redirectTo = chooseRedirect(auth.config, c);
      const user = await auth.transaction(c, async (tx) => {
        const found = await requireSignedIn(auth, tx, claims);
        await checkUpdate(auth, tx, found, body);
        return found.user;
      });
      const encryptedPassword = await hashNewPassword(user, body);
      const changed = await auth.transaction(c, async (tx) => {
        const found = await requireSignedIn(auth, tx, claims);
        return applyUpdate(auth, tx, found, { ...body, encryptedPassword, redirectTo });
      });
      return c.json(changed);
    })
    .get("/reauthenticate", async (c) => {
      const claims = await requireClaims(auth, c);
      await auth.transaction(c, async (tx) => {
        const { user } = await requireSignedIn(auth, tx, claims);
        if (!user.email) {
          throw invalid("Reauthentication requires the user to have an email or a phone number");
        }
        if (user.email_confirmed_at === null) {
          throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
        }
        await tx.record({ action: "user_reauthenticate_requested", actor: user });
        const redirectTo = auth.config.site_url;
        await sendCode(auth, tx, { kind: "reauthentication", user, redirectTo });
      });
      return c.json({});
    })
    .post("/logout", async (c) => {
      const scope = readScope(c.req.query("scope"));
      const claims = await requireClaims(auth, c);
      await auth.transaction(c, async (tx) => {
        const { user, session } = await requireSignedIn(auth, tx, claims);
        await tx.record({ action: "logout", actor: user });
        await endSessions(tx, user.id, scope, session.id);
      });
      return c.body(null, 204);
    });
}

function readScope(scope: string | undefined): LogoutScope {
  if (scope === undefined || scope === "") return "global";
  if (scope === "global" || scope === "local" || scope === "others") return scope;
  throw invalid(`Unsupported logout scope "${scope}"`);
}
