"use client";

import type { ClientChoices } from "@/features/clients/types";
import { useSearch } from "@/lib/search/use-search";

export const useClientSearch = (slug: string) => useSearch<ClientChoices>(slug, "clients");
