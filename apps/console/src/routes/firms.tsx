import { Hono } from "hono";
import { todayIn } from "../due.js";
import {
  countWork,
  type Firm,
  listFailedEmails,
  listFirms,
  listOpenRequests,
  readSweepAge,
} from "../queries.js";
import { type ConsoleEnv, requireStaff } from "../scope.js";
import { EmailPage, RequestsPage } from "../views/firm-page.js";
import { FirmsPage } from "../views/firms-page.js";
import { respond } from "../views/layout.js";

type Variables = ConsoleEnv["Variables"];

function isGated(firm: Firm, { session }: Variables): boolean {
  return firm.requiresSecondFactor && session.claims.aal !== "aal2";
}

export function firms(now: () => number): Hono<ConsoleEnv> {
  const routes = new Hono<ConsoleEnv>();
  const findFirm = async ({ scope, session }: Variables, slug: string) =>
    (await listFirms(scope.db, session.claims.sub)).find((firm) => firm.slug === slug);
  const secondFactorPath = (slug: string) => `/second-factor?next=/firms/${slug}`;

  routes.get("/", requireStaff, async (c) => {
    const { scope, session } = c.var;
    const lines = await Promise.all(
      (await listFirms(scope.db, session.claims.sub)).map(async (firm) => ({
        firm,
        counts: isGated(firm, c.var) ? null : await countWork(scope.db, firm, now()),
      })),
    );
    const sweepAge = await readSweepAge(scope.anonymous.db);
    return respond(c, { title: "Your firms" }, () => (
      <FirmsPage lines={lines} sweepAge={sweepAge} />
    ));
  });

  routes.get("/firms/:slug", requireStaff, async (c) => {
    const firm = await findFirm(c.var, c.req.param("slug"));
    if (!firm) return c.notFound();
    if (isGated(firm, c.var)) return c.redirect(secondFactorPath(firm.slug), 303);
    const today = todayIn(firm.timeZone, now());
    const view = c.req.query("show") === "overdue" ? "overdue" : "open";
    const page = await listOpenRequests(
      c.var.scope.db,
      firm,
      view === "overdue" ? { overdueOn: today } : {},
    );
    return respond(c, { title: firm.name }, () => (
      <RequestsPage firm={firm} page={page} today={today} view={view} />
    ));
  });

  routes.get("/firms/:slug/mail", requireStaff, async (c) => {
    const firm = await findFirm(c.var, c.req.param("slug"));
    if (!firm) return c.notFound();
    if (isGated(firm, c.var)) return c.redirect(secondFactorPath(firm.slug), 303);
    const page = await listFailedEmails(c.var.scope.db, firm, now());
    return respond(c, { title: `Failed emails, ${firm.name}` }, () => (
      <EmailPage firm={firm} page={page} />
    ));
  });

  return routes;
}
