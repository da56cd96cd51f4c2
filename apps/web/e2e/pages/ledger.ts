import { addClient, type ClientRequest, type Firm, sendRequest } from "../fixtures/firms";

export const sendLedger = async (firm: Firm): Promise<ClientRequest> =>
  sendRequest(firm, {
    client: await addClient(firm, { name: "Quill & Press", contact: "Nadia Quill" }),
    title: "Book-keeping",
    items: [{ title: "Ledger" }, { title: "Anything unusual?", kind: "text" }],
  });
