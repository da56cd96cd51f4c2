import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const manifest = require("@dossier/backend-client/package.json");
const [, , ...left] = process.argv;
const names = {};
for (const entry of Object.keys(manifest.exports)) {
  if (/^\.\/(package\.json|docs\/)/.test(entry) || left.includes(entry)) continue;
  const module = await import(`@dossier/backend-client${entry.slice(1)}`);
  names[entry] = Object.keys(module).sort();
}
console.log(JSON.stringify(names));
