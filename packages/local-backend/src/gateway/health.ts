import type { Service } from "./service.ts";

const CHECK_TIMEOUT_MS = 2000;

export interface Health {
  ok: boolean;
  services: Record<string, boolean>;
}

export type Checked = Pick<Service, "name" | "check">;

export async function checkHealth(services: readonly Checked[]): Promise<Health> {
  const answers = await Promise.all(
    services.map(async (service) => {
      const isUp = await Promise.race([
        Promise.resolve(service.check?.()).then(
          () => true,
          () => false,
        ),
        new Promise<false>((resolve) => {
          setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref();
        }),
      ]);
      return [service.name, isUp] as const;
    }),
  );
  return { ok: answers.every(([, isUp]) => isUp), services: Object.fromEntries(answers) };
}
