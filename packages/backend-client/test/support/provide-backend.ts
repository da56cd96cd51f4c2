import type { TestProject } from "vitest/node";
import { openScene } from "../contract/scene.js";

export interface ProvidedBackend {
  url: string;
  anonKey: string;
  people: { id: string; accessToken: string }[];
}

declare module "vitest" {
  interface ProvidedContext {
    backend: ProvidedBackend;
  }
}

export default async function provideBackend(project: TestProject): Promise<() => Promise<void>> {
  const { mia, tom, anonymous, close } = await openScene();
  project.provide("backend", {
    url: anonymous.url,
    anonKey: anonymous.anonKey,
    people: [mia, tom].map(({ id, accessToken }) => ({ id, accessToken })),
  });
  return close;
}
