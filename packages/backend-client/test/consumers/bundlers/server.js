import { defineBackend } from "@dossier/backend-client";
import { createServiceClient, serviceCaller } from "@dossier/backend-client/service";

const backend = defineBackend({ url: "http://127.0.0.1:1", anonKey: "sb_publishable_x" });
const service = createServiceClient(backend, { secretKey: "sb_secret_x" });
const { error } = await service.auth.admin.listUsers();
const caller = await serviceCaller(new Request("http://a.test", { headers: { apikey: "k" } }), {
  job: "k",
});
console.log(JSON.stringify({ code: error.code, caller }));
