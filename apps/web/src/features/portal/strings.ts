import { endSentence } from "@/lib/format/sentences";

export const strings = {
  cutLink: {
    title: "This link is incomplete",
    text: "Open the link from the email again, or copy the whole link.",
  },
  access: {
    title: (firm: string) => `${firm} sent you a request`,
    pageTitle: "Sign in",
    lead: "Enter your email address. If the request was sent to that address, we’ll email you a code. No password needed.",
    email: "Your email",
    submit: "Continue",
    other: "Use another address",
    signedOut: "You were signed out on this device. Sign in again.",
    unsent: "Sign in again. Your answer was not sent. Type it again after you sign in.",
    needsCode: (address: string) =>
      `You are signed in as ${address}. To open this request, choose “Continue”. If the request was sent to that address, we’ll email you a code. A password alone does not open requests: you need a code when you sign in, and again after 30 days.`,
  },
  otherAddress: {
    title: "This request is for another address",
    lead: (address: string) =>
      `You are signed in as ${address}. To open this request, enter the address it was sent to.`,
  },
  ended: {
    title: (firm: string) => `You no longer have access to this request from ${firm}`,
    lead: (firm: string, address: string) =>
      endSentence(
        `You are signed in as ${address}. If the request was sent to another of your addresses, enter that address and we’ll email you a code. If you think this is a mistake, reply to the email that contains the link. Your reply goes to ${firm}`,
      ),
  },
  complete: {
    title: (firm: string) => `This request from ${firm} is complete`,
    lead: "You can still read what was sent. Enter your email address. If the request was sent to that address, we’ll email you a code.",
  },
  closed: {
    title: (firm: string) => `This request from ${firm} is closed`,
    lead: "You don’t need to do anything.",
  },
  cancelled: {
    title: (firm: string) => `${firm} canceled this request`,
    lead: "You don’t need to do anything.",
  },
  firmDeleted: {
    title: (firm: string) => `${firm} was deleted from Dossier`,
    lead: "You can no longer open this request. Unless the firm is restored, what you sent will be deleted 30 days after the firm was deleted. You don’t need to do anything.",
  },
  end: {
    request: "Request",
    cancelled: "Canceled",
    closed: "Closed",
    reason: (firm: string) => `Reason given by ${firm}`,
    question: "Do you have a question, or do you think this is a mistake?",
    address: (email: string) => `Or write to ${email}.`,
    reply: (firm: string) =>
      endSentence(
        `Do you have a question, or do you think this is a mistake? Reply to the email that contains the link to this request. Your reply goes to ${firm}`,
      ),
    unsent: (title: string) => `Not sent: ${title}`,
  },
  list: {
    title: "Your requests",
    see: "See your requests",
    signedOut:
      "Sign in with the email address that received the request. You don’t need a password.",
    signIn: "Sign in",
    question: "Do you have a question?",
    progress: (done: number, total: number) => `${done} of ${total} done`,
    due: (date: string) => `Due ${date}`,
    complete: "Complete",
    empty: "No requests yet",
    emptyText: (address: string) =>
      `You are signed in as ${address}. If a firm sent you a request, open the link in its email, or sign in with the address it was sent to.`,
    other: "Use another address",
    corrections: (count: number) => `${count} to correct`,
    unsent: (count: number) => `${count} ready to send`,
    toDo: (count: number) => `${count} to do`,
  },
} as const;
