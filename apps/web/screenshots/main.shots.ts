import { expect, test } from "../e2e/test";
import { takeAll } from "./camera";

const FIRM = "/o/harbour-lane";

test("takes screenshots of the main screens at two widths, and of two screens in dark mode", async ({
  browser,
  cast,
}) => {
  test.setTimeout(600_000);
  const demo = await cast.demo();
  const [olivia, priya, visitor] = [
    await cast.person("owner"),
    await cast.person("contact"),
    await cast.person("visitor"),
  ];

  await takeAll(browser, visitor, [
    { name: "introduction", path: "/" },
    { name: "sign-in", path: "/sign-in" },
    { name: "access", path: `/r/${demo.ownPublicId}#email=priya%40raman.example` },
  ]);
  await takeAll(browser, olivia, [
    { name: "inbox", path: FIRM },
    { name: "requests", path: `${FIRM}/requests` },
    { name: "request", path: `${FIRM}/requests/${demo.request}`, isAlsoDark: true },
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
    { name: "checklist", path: `/r/${demo.ownPublicId}/items`, isAlsoDark: true },
    { name: "answer", path: `/r/${demo.ownPublicId}/items/${demo.partialItem}` },
    {
      name: "receipt",
      path: `/r/${demo.completePublicId}/items`,
      prepare: (page) =>
        page
          .getByRole("heading", { name: "Receipt" })
          .evaluate((heading) => heading.scrollIntoView()),
    },
    { name: "help", path: `/help?request=${demo.ownPublicId}` },
  ]);
});
