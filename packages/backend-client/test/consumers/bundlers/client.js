import { createServiceClient } from "@dossier/backend-client/service";

console.log(createServiceClient);
