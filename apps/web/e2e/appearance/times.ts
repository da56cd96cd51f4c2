import type { Page } from "@playwright/test";

/**
 * Reports `time` elements that show no hours and minutes and whose title does not start with the
 * exact time in the firm's time zone.
 */
export async function findWrongTimes(page: Page, timeZone: string): Promise<string[]> {
  const times = await page.locator("time[datetime]").evaluateAll((all) =>
    all.map((time) => ({
      at: time.getAttribute("datetime") ?? "",
      title: time.getAttribute("title"),
      text: time.textContent ?? "",
    })),
  );
  return times.flatMap(({ at, title, text }) => {
    if (!at.includes("T") || /\d\d:\d\d/.test(text)) return [];
    const exact = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone,
    })
      .format(new Date(at))
      .replace(/\bSept\b/, "Sep");
    return title?.startsWith(exact) ? [] : [`the title of ${at} is ${title}, not ${exact}`];
  });
}
