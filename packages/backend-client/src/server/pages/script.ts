/**
 * Shows the email address from the link's fragment, and puts it into the form. The browser never
 * sends a fragment to the server, so no access log contains the address. The script does not use
 * `URLSearchParams`, which would turn a plus into a space.
 */
export const ADDRESS_SCRIPT =
  '{const form=document.currentScript.closest("form"),found=/[#&]email=([^&]*)/.exec(location.hash);let email="";try{email=decodeURIComponent(found[1])}catch{}if(/^[^\\s@]+@[^\\s@]+$/.test(email)&&email.length<321){form.elements.email.value=email;const note=form.querySelector("p"),name=note.querySelector("b");if(name)name.textContent=email;note.hidden=false}}';

/** Hash of `ADDRESS_SCRIPT`, for a Content-Security-Policy. */
export const ADDRESS_SCRIPT_HASH = "'sha256-g9nsGPTh1xQGGal+isln0/NF1KzJ/r3KtrfXtfgdBkI='";
