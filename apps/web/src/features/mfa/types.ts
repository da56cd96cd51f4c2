export type Factor = {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
};

/** Shown once and never stored. */
export type FactorSetup = {
  factorId: string;
  /** An `otpauth:` address, which opens an authenticator app on the same device. */
  uri: string;
  /** The same address as a QR code: an SVG in a `data:` URL. */
  picture: string;
};
