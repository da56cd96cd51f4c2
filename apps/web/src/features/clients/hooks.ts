"use client";

import type { ClientChoices } from "@/features/clients/types";
import { useSearch } from "@/lib/search/use-search";

/** Searches the clients to which a firm can send a request. */
export const useClientSearch = (slug: string) => useSearch<ClientChoices>(slug, "clients");
