/** The steps of a firm's setup, in the order in which the inbox lists them. */
export const SETUP_STEPS = ["brand", "reply_email", "team", "clients", "trial"] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** For each step, whether it is done. */
export type Setup = Readonly<Record<SetupStep, boolean>>;
