import { z } from "zod";
import { toMoment } from "./dates.ts";
import { endSentence, type Kind } from "./kinds.ts";
import { ON_SECURITY_PAGE } from "./security-page.ts";

const noticeData = z.object({
  notice: z.enum([
    "password_changed",
    "email_changed",
    "factor_added",
    "factor_removed",
    "factors_reset",
    "account_deleted",
    "firm_deleted",
  ]),
  at: z.coerce.date(),
  firm: z.string().nullable().default(null),
  by: z.string().nullable().default(null),
  by_reader: z.boolean().default(false),
});

type Notice = z.output<typeof noticeData>;

interface NoticeWords {
  subject: string;
  what?: string;
  readers?: string;
  help: string;
  /** Missing if the reader can no longer open any page. */
  page?: "security" | "home";
}

const HELP = `If this was not you, choose a new password now and sign out your other devices. You can do both ${ON_SECURITY_PAGE}.`;

export const NOTICES: Readonly<Record<Notice["notice"], (notice: Notice) => NoticeWords>> = {
  password_changed: () => ({
    subject: "Your Dossier password was changed",
    help: HELP,
    page: "security",
  }),
  email_changed: () => ({
    subject: "The email address of your Dossier account was changed",
    readers: "Both addresses get this email.",
    help: "If this was not you, someone else may be using your account. Contact the firm that sends you requests or, if you are staff, an owner of your firm. Ask them to remove this account’s access.",
    page: "security",
  }),
  factor_added: () => ({
    subject: "An authenticator app was added to your Dossier account",
    help: `${HELP} Then remove the authenticator app that you do not recognize. If you are staff and cannot sign in without that app, ask an owner of your firm to reset your two-step verification.`,
    page: "security",
  }),
  factor_removed: () => ({
    subject: "An authenticator app was removed from your Dossier account",
    help: `${HELP} Then add your authenticator app again.`,
    page: "security",
  }),
  factors_reset: ({ by, firm }) => ({
    subject: "Two-step verification for your Dossier account was reset",
    what: `${by || "An owner"} of ${firm || "your firm"} removed all authenticator apps from your Dossier account.`,
    help: "If you did not ask for this, contact an owner of your firm.",
    page: "security",
  }),
  account_deleted: () => ({
    subject: "Your Dossier account was deleted",
    what: "Firms keep the answers you sent them and the activity of your requests.",
    help: "If this was not you, contact the firms that sent you requests or, if you were staff, an owner of your firm.",
  }),
  firm_deleted: ({ by, by_reader, firm }) => {
    const first = by_reader
      ? HELP
      : endSentence(`If you did not expect this, first ask ${by || "the other owners"}`);
    return {
      subject: `${firm || "Your firm"} was deleted from Dossier`,
      what: `${by || "An owner"} deleted the firm. Its data will be permanently deleted after 30 days.`,
      help: `${first} For 30 days, the people who run Dossier can restore the firm. Tell them its name and the time above.`,
      page: "home",
    };
  },
};

export const NOTICE_KINDS: Readonly<Record<string, Kind>> = {
  account_notice: (email, { links }) => {
    const notice = noticeData.parse(email.data);
    const { subject, what, readers, help, page } = NOTICES[notice.notice](notice);
    const actions = {
      security: { label: "Check your account", url: links.security() },
      home: { label: "Open Dossier", url: links.home() },
    };
    return {
      subject,
      headline: subject,
      preheader: what ?? help,
      paragraphs: [
        ...(what ? [[what]] : []),
        [`Time: ${toMoment(notice.at, "UTC")}.${readers ? ` ${readers}` : ""}`],
        [help],
      ],
      ...(page && { action: actions[page] }),
    };
  },
};
