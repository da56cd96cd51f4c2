const ANALYTICS = "Analytics buckets are not offered.";
const ORDER = "Hosted sorts names as in English; the recorded database sorted their bytes.";
const LONG_NAME =
  "The recorded service stored files under their names, which the file system limits to 255 bytes. S3 and this backend accept 1,024 bytes.";
const LEADING_SLASH = "The name of an object does not begin with a slash here.";
const SERVICE_ROLE =
  "A token may name only the roles that the API may take, not the role of the service itself.";
const RANGE_LENGTH = "RFC 9110 requires the length of the file in a response with status 416.";
const CONDITIONS =
  "RFC 9110 allows `*`, lists and `HEAD` with `If-None-Match`, and requires a 304 for a match.";
const PREFLIGHT = "The gateway responds to preflights, as the gateway of hosted does.";

const DECLARED: Readonly<Record<string, string>> = {
  "bucket: type ANALYTICS": ANALYTICS,
  "bucket: list as A": ORDER,
  "bucket: list ?search=B&sortColumn=name&limit=5": ORDER,
  "bucket: list ?search=_&limit=3": ORDER,
  "upload: name 985": LONG_NAME,
  "upload: name 987": LONG_NAME,
  "upload: name 988": LONG_NAME,
  "upload: name 1100": LONG_NAME,
  "upload: row open/nm/nnnnnnnnnnnn… (993 characters)": LONG_NAME,
  "upload: row open/nm/nnnnnnnnnnnn… (995 characters)": LONG_NAME,
  "upload: row open/nm/nnnnnnnnnnnn… (996 characters)": LONG_NAME,
  "upload: open: lead slash raw": LEADING_SLASH,
  "upload: row open//lead2.txt": LEADING_SLASH,
  "upload: role storage admin": SERVICE_ROLE,
  "upload: row open/rolessa.txt": SERVICE_ROLE,
  "upload: row priv/00000000-0000-4000-8000-00000000000a/cl":
    "The sender announces 3 of 5 bytes. Both HTTP servers return 400 at the fourth byte; the recorded gateway had not passed on the first three.",
  "get: zero range": RANGE_LENGTH,
  "get: range bytes=100-": RANGE_LENGTH,
  "get: range bytes=-0": RANGE_LENGTH,
  "get: range bytes=99999999999999999999-": RANGE_LENGTH,
  "get: range items=0-1": "RFC 9110 says to ignore a range of an unknown unit.",
  "get: INM *": CONDITIONS,
  "get: INM list": CONDITIONS,
  "get: HEAD INM": CONDITIONS,
  "get: OPTIONS preflight get": PREFLIGHT,
  "get: OPTIONS preflight upload": PREFLIGHT,
  "get: TUS preflight": PREFLIGHT,
  "get: TUS preflight PATCH": PREFLIGHT,
};

export function declaredForStorage({ group, name }: { group: string; name: string }) {
  return DECLARED[`${group}: ${name}`];
}
