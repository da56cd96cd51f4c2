export type Factor = {
  id: string;
  name: string;
  createdAt: string;
};

/** Only the auth service stores the secret. Dossier shows it only until the factor is added. */
export type FactorSetup = {
  factorId: string;
  /** An `otpauth:` URI, which opens an authenticator app on this device. */
  uri: string;
  picture: string;
};
