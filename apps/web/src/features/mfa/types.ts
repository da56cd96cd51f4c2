export type Factor = {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
};

/** Shown to the user once. Never stored. */
export type FactorSetup = {
  factorId: string;
  /** An `otpauth:` address, which opens an authenticator app on this device. */
  uri: string;
  /** The same address as a QR code, an SVG in a `data:` URL. */
  picture: string;
};
