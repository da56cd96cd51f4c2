import type { Page } from "@playwright/test";
import { decide, itemOf, submitAnswer } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true };

/** A title has at most 120 characters. */
const LONG = "Every statement of every account ".repeat(7).trim().slice(0, 120);

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test("titles of the maximum length do not make a contact's pages scroll sideways", async ({
  foundFirm,
  enter,
}) => {
  const items = [
    { title: LONG, kind: "text", section: "A section with a rather long name of its own" },
    { title: `${LONG.slice(0, 115)} more`, section: "Papers" },
  ];
  const request = await sendRequest(await foundFirm(), { title: "W".repeat(120), items });
  const { page } = await enter(request);
  const paths = [
    "/r",
    `${request.link}/items`,
    ...Object.values(request.items).map((id) => `${request.link}/items/${id}`),
  ];
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sideways(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

const SCREENS = [
  { name: "a small phone", options: SMALL },
  { name: "a small laptop", options: { viewport: { width: 1024, height: 568 } } },
];

for (const { name, options } of SCREENS) {
  test(`the bar at the bottom of ${name} covers no focused control and no error`, async ({
    foundFirm,
    enter,
  }) => {
    const firm = await foundFirm();
    const items = [{ title: "Your trade", kind: "text", help: "One sentence. ".repeat(12) }];
    const request = await sendRequest(firm, { items });
    const item = itemOf(request, "Your trade");
    const contact = await enter(request, options);
    await submitAnswer(contact, item, { answer: { text: "Baker" } });
    await decide(firm.owner, item, "returned", "Say what you bake, and for whom.");
    const { page } = contact;
    await page.goto(`${request.link}/items/${item}`);
    const send = page.getByRole("button", { name: "Send again" });
    await waitForReact(send);

    await expect(send).toBeInViewport({ ratio: 1 });
    const barTop = () =>
      page.locator("[data-bottom-bar]").evaluate((bar) => bar.getBoundingClientRect().top);

    const expectUncovered = async (what: string, box: { y: number; height: number } | null) => {
      expect(box, what).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0), what).toBeLessThanOrEqual((await barTop()) + 0.5);
    };
    await page.locator("main").focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = page.locator("main :focus");
      if ((await focused.count()) === 0) break;
      const isInBar = await focused.evaluate(
        (element) => element.closest("[data-bottom-bar]") !== null,
      );
      if (!isInBar) {
        await expectUncovered(
          await focused.evaluate((e) => e.outerHTML.slice(0, 80)),
          await focused.boundingBox(),
        );
      }
    }
    const field = page.getByRole("textbox", { name: "Your answer" });
    await field.fill("");
    await send.click();
    const error = page.getByText("Write an answer.").first();
    await expect(error).toBeVisible();
    await expect(field).toBeFocused();
    await expectUncovered("the error", await error.boundingBox());
    await field.fill("Baker and confectioner");
    await expect(error).toBeHidden();
  });
}

test("on a laptop and on a tablet, the button and the state of a long answer are visible without scrolling", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = [{ title: "Your trade", kind: "text", help: "One sentence. ".repeat(30) }];
  const request = await sendRequest(firm, { items });
  const item = itemOf(request, "Your trade");
  const contact = await enter(request);
  await submitAnswer(contact, item, { answer: { text: "Baker. ".repeat(200) } });
  await decide(firm.owner, item, "returned", "Say what you bake. ".repeat(20));
  const { page } = contact;
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${request.link}/items/${item}`);
    const send = page.getByRole("button", { name: "Send again" });
    const state = page.getByText("Not sent yet. Change the answer or note.");
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(state).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(
      viewport.height,
    );
    await page.getByRole("link", { name: `Email ${firm.name}` }).focus();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [link, button] = await Promise.all([
      page
        .getByRole("main")
        .getByRole("link", { name: `Email ${firm.name}` })
        .boundingBox(),
      send.boundingBox(),
    ]);
    expect(button?.y).toBeGreaterThan((link?.y ?? 0) + (link?.height ?? 0));
  }
});

test("the main button of a contact's page is as wide as the column on a phone, and 224 px wide on a laptop", async ({
  foundFirm,
  enter,
  open,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page } = await enter(request);
  const { page: visitor } = await open("Visitor");
  for (const [at, path, button] of [
    [visitor, "/r", visitor.getByRole("main").getByRole("link", { name: "Sign in" })],
    [visitor, request.link, visitor.getByRole("button", { name: "Continue" })],
    [visitor, request.link.slice(0, -5), visitor.getByRole("link", { name: "See your requests" })],
    [page, `${request.link}/items`, page.getByRole("link", { name: "Start" })],
  ] as const) {
    await at.goto(path);
    await at.setViewportSize({ width: 390, height: 800 });
    expect((await button.boundingBox())?.width, path).toBe(390 - 32);
    await at.setViewportSize({ width: 1440, height: 800 });
    expect((await button.boundingBox())?.width, path).toBe(224);
  }
});
