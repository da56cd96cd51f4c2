import { HOUR_MS } from "@/lib/format/durations";

/**
 * Maps old names of time zones to the current names in the IANA database, because browsers and Node
 * still list many old names.
 */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Ashkhabad": "Asia/Ashgabat",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Dacca": "Asia/Dhaka",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Macao": "Asia/Macau",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Asia/Thimbu": "Asia/Thimphu",
  "Asia/Ujung_Pandang": "Asia/Makassar",
  "Asia/Ulan_Bator": "Asia/Ulaanbaatar",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

export function currentZoneName(zone: string): string {
  return RENAMED[zone] ?? zone;
}

export type ZoneChoice = { value: string; label: string };

function offsetOf(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const name = parts.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return name === "GMT" ? "UTC+00:00" : name.replace("GMT", "UTC");
}

function labelOf(zone: string, at: Date): string {
  const [region = "", ...places] = zone.replaceAll("_", " ").split("/");
  if (places.length === 0) return region;
  // `America/Indiana/Knox` becomes `Knox, Indiana, America (UTC-06:00)`.
  return `${places.reverse().join(", ")}, ${region} (${offsetOf(zone, at)})`;
}

let listed: { hour: number; zones: readonly ZoneChoice[] } | undefined;

/**
 * Reuses the list until the next full hour, because each zone needs a formatter, which is slow to
 * create.
 * @param at the time for which the offsets apply
 */
export function listTimeZones(at: Date): readonly ZoneChoice[] {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  if (listed?.hour === hour) return listed.zones;
  const names = new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(currentZoneName)]);
  const zones = [...names]
    .map((value) => ({ value, label: labelOf(value, at) }))
    .sort((one, other) => one.label.localeCompare(other.label, "en"));
  listed = { hour, zones };
  return zones;
}
