export const ON_SECURITY_PAGE = "in Dossier under Your account, Security";
