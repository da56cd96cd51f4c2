import { expectFineHere } from "../appearance/viewer";
import { sendRequest } from "../fixtures/firms";
import { needLiveUpdates } from "../live";
import { expect, test } from "../test";

// S-2.52
test("a page that cannot connect to live updates shows a notice and polls after a minute, and hides the notice once connected", async ({
  foundFirm,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page } = request.firm.owner;
  let isOpen = false;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (isOpen) socket.connectToServer();
    else socket.close({ code: 4000 });
  });
  await page.clock.install();
  await page.goto(request.path);
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  const notice = page.getByText("Live updates paused.");
  await expect(notice).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(notice).toBeVisible();
  await expectFineHere(page);
  const asked = page.waitForRequest((request) => "next-action" in request.headers());
  await page.clock.fastForward(50_000);
  await asked;
  await needLiveUpdates(page);
  isOpen = true;
  await page.clock.fastForward(60_000);
  await expect(notice).toBeHidden();
});
