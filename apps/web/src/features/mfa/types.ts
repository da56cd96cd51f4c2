export type Factor = {
  id: string;
  name: string;
  /** ISO time. */
  createdAt: string;
};

/** The data for setting up a new factor: shown once, never stored. */
export type FactorSetup = {
  factorId: string;
  /** `otpauth:` address; opens an authenticator app on the same device. */
  uri: string;
  /** The same as a picture: an SVG as `data:` address. */
  picture: string;
};
