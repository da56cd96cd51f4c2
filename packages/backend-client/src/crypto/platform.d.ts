// Do not declare `#crypto` in `paths` of tsconfig.json. Bundlers would then resolve it to the
// sources.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
