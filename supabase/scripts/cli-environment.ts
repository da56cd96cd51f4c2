/**
 * The Supabase CLI rejects a hook without a secret and SMTP without a server, even if it uses
 * neither. The CLI does not support TLS on loopback.
 */
export function cliEnvironment(): NodeJS.ProcessEnv {
  return {
    SEND_EMAIL_HOOK_SECRET: `v1,whsec_${btoa("no hook is called with this secret")}`,
    SMTP_HOST: "smtp.invalid",
    SMTP_USER: "no user",
    SMTP_PASS: "no password",
    EMAIL_FROM: "mail@dossier.example",
    ...process.env,
    PGSSLMODE: "disable",
    SUPABASE_TELEMETRY_DISABLED: "1",
  };
}
