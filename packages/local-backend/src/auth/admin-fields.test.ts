import { expect, it } from "vitest";
import { hashForNewUser } from "./admin-fields.ts";

const BCRYPT_REST = "6T08/lWiNCDcy7m.KWxFFeNVp.6/KzdzR6C55sCBs2.ZgwVAC/t5u";
const bcrypt = (cost: string) => `$2b$${cost}$${BCRYPT_REST}`;
const argon2 = (costs: string) =>
  `$argon2id$v=19$${costs}$bXlzYWx0bXlzYWx0$wnTnEG5YrZaGpEnlp3fdFGRyLnjmUzBNWiLSEsbjDUA`;

const read = (password_hash: string) => hashForNewUser({ password: undefined, password_hash });

it.each([
  ["of bcrypt with cost 15", bcrypt("15")],
  ["of Argon2 with 256 MiB, 4 passes and 16 threads", argon2("m=262144,t=4,p=16")],
  ["of Argon2 with 1 MiB and 1024 passes", argon2("m=1024,t=1024,p=1")],
])("accepts a password hash %s", async (_, hash) => {
  expect(await read(hash)).toBe(hash);
});

it.each([
  ["of bcrypt with cost 16", bcrypt("16")],
  ["of bcrypt with a cost that bcrypt does not have", bcrypt("99")],
  ["of Argon2 with more than 256 MiB", argon2("m=262145,t=1,p=1")],
  ["of Argon2 with more than 1 GiB in all passes", argon2("m=262144,t=5,p=1")],
  ["of Argon2 with 17 threads", argon2("m=65536,t=3,p=17")],
])("refuses a password hash %s", async (_, hash) => {
  await expect(read(hash)).rejects.toMatchObject({
    status: 400,
    code: "validation_failed",
    message:
      "Password hashes are limited to bcrypt with cost 15, or Argon2 with 256 MiB, 1 GiB in all passes and 16 threads",
  });
});
