// `imports` in package.json selects the file, so that code for browsers contains no server.
declare module "#memory-server" {
  export const listen: import("./types.js").Listen;
}
