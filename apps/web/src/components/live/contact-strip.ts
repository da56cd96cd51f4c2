/** Classes of a strip at the top of a contact's page, below the header. */
export const CONTACT_STRIP = "-mx-4 -mt-5 mb-5 px-4";
