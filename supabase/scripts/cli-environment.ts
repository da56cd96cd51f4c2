/**
 * What the Supabase CLI needs to read config.toml: it refuses a hook without a secret, also where it
 * calls none. Without TLS, which loopback does not speak.
 */
export function cliEnvironment(): NodeJS.ProcessEnv {
  return {
    SEND_EMAIL_HOOK_SECRET: `v1,whsec_${btoa("no hook is called with this secret")}`,
    ...process.env,
    PGSSLMODE: "disable",
    SUPABASE_TELEMETRY_DISABLED: "1",
  };
}
