import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

const { ORIGIN } = process.env;

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), ...(ORIGIN ? { paths: { origin: ORIGIN } } : {}) })],
});
