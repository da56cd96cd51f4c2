const KEY_CLAIMS =
  "Keys of hosted projects name the project in `ref`. A local backend has no project.";
const DESCRIPTION =
  "According to its changelog, hosted has refused this call since March 2026. The recorded stack does not refuse it. The status is not documented.";

const DECLARED: Readonly<Record<string, string>> = {
  "auth: apikey publishable": KEY_CLAIMS,
  "auth: apikey anon": KEY_CLAIMS,
  "auth: apikey secret": KEY_CLAIMS,
  "auth: apikey service": KEY_CLAIMS,
  "auth: publishable as bearer too": KEY_CLAIMS,
  "auth: secret as bearer too": KEY_CLAIMS,
  "auth: publishable key, secret bearer": KEY_CLAIMS,
  "auth: secret key, publishable bearer": KEY_CLAIMS,
  "auth: publishable key, service jwt bearer": KEY_CLAIMS,
  "auth: basic auth": KEY_CLAIMS,
  "auth: bearer empty": KEY_CLAIMS,
  "auth: no scheme": KEY_CLAIMS,
  "whoami anon": KEY_CLAIMS,
  "auth admin schema root": DESCRIPTION,
  "root A": DESCRIPTION,
  graphql:
    "GraphQL is not offered (README, Supported parts). The recorded stack has no GraphQL either.",
  preflight: "The gateway responds to preflights. Browsers accept both statuses.",
};

export const reasonForRest = (name: string): string | undefined => DECLARED[name];
