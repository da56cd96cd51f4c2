/**
 * What the Supabase CLI needs to read config.toml: it refuses a hook without a secret and SMTP without
 * a server, also where it uses neither. Without TLS, which loopback does not speak.
 */
export function cliEnvironment(): NodeJS.ProcessEnv {
  return {
    SEND_EMAIL_HOOK_SECRET: `v1,whsec_${btoa("no hook is called with this secret")}`,
    SMTP_HOST: "smtp.invalid",
    SMTP_USER: "no user",
    SMTP_PASS: "no password",
    MAIL_FROM: "mail@dossier.example",
    ...process.env,
    PGSSLMODE: "disable",
    SUPABASE_TELEMETRY_DISABLED: "1",
  };
}
