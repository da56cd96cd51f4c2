import { openRequestLink, signIn } from "../e2e/pages/auth-pages";
import { openPerson } from "../e2e/people";
import { readDemo } from "../e2e/routes/demo";
import { expect, test } from "../e2e/test";
import { takeAll } from "./camera";

const FIRM = "/o/harbour-lane";

test("the main screens, in light, in dark and at 320 px", async ({ browser }) => {
  test.setTimeout(600_000);
  const [olivia, priya, visitor] = await Promise.all(
    ["Olivia Hart", "Priya Raman", "Visitor"].map((name) => openPerson(browser, name)),
  );
  if (!olivia || !priya || !visitor) throw new Error("The browser opened no page.");
  await signIn(olivia, "olivia@harbour.example", "dossier-demo");
  const demo = await readDemo(olivia);
  await openRequestLink(priya, `/r/${demo.ownDoor}`, "priya@raman.example");

  await takeAll(browser, visitor, [
    { name: "introduction", path: "/" },
    { name: "sign-in", path: "/sign-in" },
    { name: "door", path: `/r/${demo.ownDoor}#email=priya%40raman.example` },
  ]);
  await takeAll(browser, olivia, [
    { name: "inbox", path: FIRM },
    { name: "requests", path: `${FIRM}/requests` },
    { name: "request", path: `${FIRM}/requests/${demo.request}` },
    {
      name: "review",
      path: `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`,
      prepare: async (page) => {
        const sheet = page.getByRole("img", { name: /Preview of .*Page 1/ });
        await expect(sheet).toHaveAttribute("data-drawn", "true");
      },
    },
    { name: "composer", path: `${FIRM}/requests/${demo.draft}` },
    { name: "client", path: `${FIRM}/clients/${demo.client}` },
    { name: "template", path: `${FIRM}/templates/${demo.template}` },
    { name: "team", path: `${FIRM}/settings/team` },
    { name: "audit", path: `${FIRM}/settings/audit` },
    { name: "security", path: "/account/security" },
  ]);
  await takeAll(browser, priya, [
    { name: "checklist", path: `/r/${demo.ownDoor}/items` },
    { name: "answer", path: `/r/${demo.ownDoor}/items/${demo.partialItem}` },
    {
      name: "receipt",
      path: `/r/${demo.completeDoor}/items`,
      prepare: (page) =>
        page
          .getByRole("heading", { name: "Receipt" })
          .evaluate((heading) => heading.scrollIntoView()),
    },
    { name: "help", path: `/help?request=${demo.ownDoor}` },
  ]);
  await Promise.all([olivia, priya, visitor].map(({ context }) => context.close()));
});
