/** Where the reader finds the security page, for texts without a link to it. */
export const ON_SECURITY_PAGE = "in Dossier under Your account, Security";
