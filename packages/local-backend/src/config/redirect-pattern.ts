const PARTS =
  /\*\*|[*?{}]|\[(?<not>!|(?!!))(?:(?<low>.)-(?<high>.)|(?!.-)(?<list>(?:\\.|[^\]\\])+))\]|\\(?<escaped>.?)|(?<other>.)/gsu;

/**
 * Hosted Supabase matches patterns of `additional_redirect_urls` with gobwas/glob and the
 * separators `.` and `/`:
 * - `*` matches characters except separators, `**` matches all characters, and `?` matches one
 *   character except separators.
 * - `[abc]` and `[a-c]` match one of the characters. `[!abc]` and `[!a-c]` match one other
 *   character, which may be a separator.
 * - Braces form a group. Alternatives (`{a,b}`) are not possible, because hosted Supabase splits
 *   its list of patterns at commas.
 * - `\` escapes the next character.
 *
 * @throws Error for a malformed character class
 * @see https://supabase.com/docs/guides/auth/redirect-urls
 */
export function compileRedirectPattern(pattern: string): RegExp {
  let depth = 0;
  let source = "";
  for (const { 0: part, groups = {} } of pattern.matchAll(PARTS)) {
    const { not = "", low, high, list, escaped, other } = groups;
    if (part === "**") source += ".*";
    else if (part === "*") source += "[^./]*";
    else if (part === "?") source += "[^./]";
    else if (low !== undefined && high !== undefined) {
      if (low > high) throw malformed(pattern);
      source += toClass(not, `${escapeInClass(low)}-${escapeInClass(high)}`);
    } else if (list !== undefined) {
      source += toClass(not, escapeInClass(list.replaceAll(/\\(.)/gsu, "$1")));
    } else if (part === "{") {
      depth++;
      source += "(?:";
    } else if (part === "}" && depth > 0) {
      depth--;
      source += ")";
    } else if (other === "[") throw malformed(pattern);
    else source += escapeText(escaped ?? part);
  }
  // As on hosted Supabase, a missing closing brace is added at the end.
  return new RegExp(`^${source}${")".repeat(depth)}$`, "su");
}

function toClass(not: string, characters: string): string {
  return `[${not === "" ? "" : "^"}${characters}]`;
}

function escapeInClass(text: string): string {
  return text.replaceAll(/[\\\][^-]/g, "\\$&");
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

function malformed(pattern: string): Error {
  return new Error(`"${pattern}" is not a valid pattern`);
}
