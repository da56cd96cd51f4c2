import { build } from "vite";

const isServer = process.argv[2] === "server";
await build({
  logLevel: "error",
  configFile: false,
  ssr: { noExternal: true },
  build: {
    outDir: "vite",
    ...(isServer ? { ssr: "server.js" } : { rolldownOptions: { input: "client.js" } }),
  },
});
