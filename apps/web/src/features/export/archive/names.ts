const MAX_SEGMENT = 80;
// Characters that an operating system forbids in names, plus control and bidirectional characters.
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Names must not contain them.
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a path segment that every operating system accepts. The segment is never empty, `.` or
 * `..`.
 */
export function safeSegment(name: string): string {
  const clean = name.normalize("NFC").replace(FORBIDDEN, "_").replace(/\s+/g, " ").trim();
  const dot = clean.lastIndexOf(".");
  const extension = dot > 0 && clean.length - dot <= 8 ? clean.slice(dot) : "";
  const stem = [...clean.slice(0, clean.length - extension.length)]
    .slice(0, MAX_SEGMENT - extension.length)
    .join("");
  const cut = `${stem}${extension}`.replace(/^\.+/, "_").replace(/[. ]+$/, "");
  if (cut === "") return "untitled";
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

export function numbered(index: number, count: number, name: string): string {
  const width = Math.max(2, String(count).length);
  return `${String(index + 1).padStart(width, "0")}-${safeSegment(name)}`;
}

export function uniqueNames(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const segment = safeSegment(name);
    const dot = segment.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [segment.slice(0, dot), segment.slice(dot)] : [segment, ""];
    let unique = segment;
    for (let no = 2; used.has(unique.toLowerCase()); no += 1)
      unique = `${stem} (${no})${extension}`;
    used.add(unique.toLowerCase());
    return unique;
  };
}

export function archiveName(client: string, title: string): string {
  return `${safeSegment(client)} – ${safeSegment(title)}.zip`;
}
