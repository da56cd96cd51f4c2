import { unwrap } from "@dossier/backend-client";
import { safeNext } from "@dossier/backend-client/server";
import { Hono } from "hono";
import { isOutage, sentenceFor } from "../errors.js";
import { readForm } from "../form.js";
import { type ConsoleEnv, requireStaff } from "../scope.js";
import { respond } from "../views/layout.js";
import { Message } from "../views/message.js";
import { SecondFactorPage } from "../views/sign-in-page.js";

export function secondFactor(): Hono<ConsoleEnv> {
  const routes = new Hono<ConsoleEnv>();

  routes.get("/second-factor", requireStaff, async (c) => {
    const next = safeNext(c.req.query("next"));
    if (c.var.session.claims.aal === "aal2") return c.redirect(next, 303);
    const { totp } = unwrap(await c.var.scope.auth.mfa.listFactors());
    return respond(c, { title: "Two-step verification" }, () =>
      totp.length > 0 ? (
        <SecondFactorPage next={next} />
      ) : (
        <Message title="Two-step verification is not set up">
          Open Dossier and set it up under Your account, Security. Then come back.{" "}
          <a href="/">All your firms</a>
        </Message>
      ),
    );
  });

  routes.post("/second-factor", requireStaff, async (c) => {
    const { code, next } = await readForm(c, "code", "next");
    const { mfa } = c.var.scope.auth;
    const { totp } = unwrap(await mfa.listFactors());
    let problem = "Set up two-step verification in Dossier first.";
    // The code does not tell which authenticator app created it, so try all of them.
    for (const { id } of totp) {
      const { error } = await mfa.challengeAndVerify({
        factorId: id,
        code: code.replace(/\s/g, ""),
      });
      if (!error) return c.redirect(safeNext(next), 303);
      if (isOutage(error)) throw error;
      problem = sentenceFor(error);
    }
    return respond(c, { title: "Two-step verification", status: 422 }, () => (
      <SecondFactorPage next={safeNext(next)} problem={problem} />
    ));
  });

  return routes;
}
