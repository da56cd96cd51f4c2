// Not in `paths` of tsconfig.json, because bundlers follow those into the sources.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
