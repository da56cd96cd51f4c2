import { expect, test } from "vitest";
import { currentZoneName, listTimeZones } from "@/lib/format/time-zones";

const WINTER = new Date("2026-01-15T12:00:00Z");
const SUMMER = new Date("2026-07-15T12:00:00Z");
const labelOf = (zone: string, at = WINTER) =>
  listTimeZones(at).find(({ value }) => value === zone)?.label;

test("listTimeZones lists time zones only under their current names", () => {
  const values = listTimeZones(WINTER).map(({ value }) => value);
  expect(values).toEqual(expect.arrayContaining(["Asia/Kolkata", "Europe/Kyiv", "America/Nuuk"]));
  // Old names that the IANA database keeps only for compatibility, in its file `backward`.
  for (const old of [
    "Asia/Calcutta",
    "Europe/Kiev",
    "Asia/Saigon",
    "Asia/Rangoon",
    "Pacific/Truk",
  ]) {
    expect(values).not.toContain(old);
    expect(values).toContain(currentZoneName(old));
  }
  expect(new Set(values).size).toBe(values.length);
});

test("every listed time zone is known to the runtime", () => {
  for (const { value } of listTimeZones(WINTER)) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: value }), value).not.toThrow();
  }
});

test("the label of a time zone names the city, then the region, and then the offset at the given time", () => {
  expect(labelOf("Asia/Kolkata")).toBe("Kolkata, Asia (UTC+05:30)");
  expect(labelOf("America/Indiana/Knox")).toBe("Knox, Indiana, America (UTC-06:00)");
  expect(labelOf("Europe/London")).toBe("London, Europe (UTC+00:00)");
  expect(labelOf("Europe/London", SUMMER)).toBe("London, Europe (UTC+01:00)");
  expect(labelOf("UTC")).toBe("UTC");
});

test("listTimeZones sorts time zones by city", () => {
  const labels = listTimeZones(WINTER).map(({ label }) => label);
  expect(labels.indexOf("Kolkata, Asia (UTC+05:30)")).toBeLessThan(
    labels.indexOf("London, Europe (UTC+00:00)"),
  );
});
