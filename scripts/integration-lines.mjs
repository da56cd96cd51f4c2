// Counts the lines between the markers, which are the lines with which an example integrates the
// SDK.
const START = "// integration: begin";
const END = "// integration: end";
const SDK = /["']@dossier\/backend-client(?:\/|["'])/;

/** Maximum number of lines between the markers, in all files of an example together. */
export const MAX_LINES = 40;

export function countIntegrationLines(file, text) {
  const problems = [];
  let lines = 0;
  let isInside = false;
  for (const [index, line] of text.split("\n").entries()) {
    const place = `${file}:${index + 1}`;
    const word = line.trim();
    if (word === START || word === END) {
      if (isInside === (word === START)) problems.push(`${place}: the markers do not alternate.`);
      isInside = word === START;
    } else if (isInside) lines += word === "" ? 0 : 1;
    else if (SDK.test(line)) problems.push(`${place}: imports the SDK outside of the markers.`);
  }
  if (isInside) problems.push(`${file}: the last marker does not end a part.`);
  return { lines, problems };
}
