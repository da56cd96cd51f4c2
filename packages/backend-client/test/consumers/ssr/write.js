import { readFile } from "node:fs/promises";

const [kind] = process.argv.slice(2);
const { url, versions, sessions } = JSON.parse(await readFile("input.json", "utf8"));

const page = new Map();
if (kind === "browser") {
  const nothing = () => undefined;
  const target = { addEventListener: nothing, removeEventListener: nothing };
  const document = {
    ...target,
    visibilityState: "visible",
    get cookie() {
      return [...page].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (/max-age=0/i.test(line)) page.delete(name);
      else page.set(name, value);
    },
  };
  const location = new URL("https://app.example.com/");
  const store = new Map();
  const localStorage = {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => void store.set(key, value),
    removeItem: (key) => void store.delete(key),
  };
  globalThis.document = document;
  globalThis.window = { ...target, document, location, localStorage };
}

/** Before 0.4.0, a server client read and set its cookies one at a time. */
const isOld = (version) => /^0\.[0-3]\./.test(version);

function serverCookies(version, set) {
  const write = ({ name, value }) => (value === "" ? set.delete(name) : set.set(name, value));
  return isOld(version)
    ? {
        get: (name) => set.get(name),
        set: (name, value) => write({ name, value }),
        remove: (name) => write({ name, value: "" }),
      }
    : {
        getAll: () => [...set].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => cookies.forEach(write),
      };
}

async function signIn({ version, encoding, encode }, session) {
  const library = await import(`ssr-${version}`);
  const { createServerClient, createBrowserClient } = { ...library.default, ...library };
  const options = {
    global: { fetch: async () => Response.json(session) },
    ...(encoding ? { cookieEncoding: encoding } : {}),
  };
  const set = new Map();
  page.clear();
  const client =
    kind === "server"
      ? createServerClient(url, "key", {
          ...options,
          cookies: { ...serverCookies(version, set), ...(encode ? { encode } : {}) },
        })
      : createBrowserClient(url, "key", {
          ...options,
          isSingleton: false,
          ...(isOld(version) ? { cookies: {} } : {}),
          ...(encode ? { cookies: { encode } } : {}),
        });
  const { error } = await client.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  if (error) throw error;
  // Some versions set the cookies in a listener that no call awaits.
  const isSet = () => (kind === "server" ? set : page).size > 0;
  for (let turn = 0; turn < 200 && !isSet(); turn++) await new Promise(setImmediate);
  return kind === "server"
    ? [...set].map(([name, value]) => ({ name, value: encodeURIComponent(value) }))
    : [...page].map(([name, value]) => ({ name, value }));
}

function variantsOf(version) {
  const minor = Number(version.split(".")[1]);
  return [
    {},
    ...(minor >= 5 ? [{ encoding: "raw" }, { encoding: "base64url" }] : []),
    ...(minor >= (kind === "server" ? 8 : 10) ? [{ encode: "tokens-only" }] : []),
  ];
}

// The old versions print deprecation warnings.
console.warn = () => undefined;
const written = [];
for (const version of versions) {
  for (const variant of variantsOf(version)) {
    for (const [shape, session] of Object.entries(sessions)) {
      const cookies = await signIn({ version, ...variant }, session);
      written.push({ version, kind, ...variant, shape, cookies });
    }
  }
}
process.stdout.write(JSON.stringify(written), () => process.exit(0));
