export const SETUP_STEPS = ["brand", "reply_email", "team", "clients", "trial"] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

export type Setup = Readonly<Record<SetupStep, boolean>>;
