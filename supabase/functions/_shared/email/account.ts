import type { Accounts, SystemDatabase } from "../ports.ts";
import type { ClaimedEmail } from "./claimed-email.ts";

/**
 * Links contacts to the accounts with their email addresses, so that they can sign in with a code.
 * Use one instance per run, so that two emails to a new address create only one account.
 */
export class ContactAccounts {
  readonly #database: SystemDatabase;
  readonly #accounts: Accounts;
  readonly #byAddress = new Map<string, Promise<string | undefined>>();
  readonly #byContact = new Map<string, Promise<boolean>>();

  constructor(database: SystemDatabase, accounts: Accounts) {
    this.#database = database;
    this.#accounts = accounts;
  }

  /** @returns false if the email must wait, because the contact or the account has just changed */
  link(email: ClaimedEmail): Promise<boolean> {
    const { contact_id, user_id } = email;
    if (contact_id === null || user_id !== null) return Promise.resolve(true);
    const known = this.#byContact.get(contact_id) ?? this.#link(contact_id, email);
    this.#byContact.set(contact_id, known);
    return known;
  }

  async #link(contactId: string, email: ClaimedEmail): Promise<boolean> {
    const address = email.to_email.toLowerCase();
    const account = this.#byAddress.get(address) ?? this.#prepare(email);
    this.#byAddress.set(address, account);
    const userId = await account;
    if (userId === undefined) return false;
    const isLinked = await this.#database.rpc("link_contact", {
      contact_id: contactId,
      email: email.to_email,
      user_id: userId,
    });
    return isLinked === true;
  }

  async #prepare(email: ClaimedEmail): Promise<string | undefined> {
    if (email.account_id === null) return this.#accounts.create(email.to_email, randomPassword());
    if (!email.account_confirmed) {
      // A stranger may have created the unconfirmed account and must not know its password.
      await this.#accounts.setPassword(email.account_id, randomPassword());
    }
    return email.account_id;
  }
}

/** No one learns the password. Contacts sign in with codes. */
function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
