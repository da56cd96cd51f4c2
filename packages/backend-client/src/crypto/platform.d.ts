// With an entry in `paths` of tsconfig.json, bundlers would resolve `#crypto` to the sources.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
