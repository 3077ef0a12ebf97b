// Keeps an unattended screen true: brings the page again, and says so when the desk does not answer.
"use strict";

const EVERY = 5000;
const PATIENCE = 4000;

async function refresh() {
  const lost = document.getElementById("lost");
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("page");
      const shown = document.getElementById("page");
      // What has not changed is left alone, so that nothing flickers or loses its place.
      if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
    }
    lost.hidden = answer.status < 500;
  } catch {
    lost.hidden = false;
  }
  document.getElementById("state").hidden = !lost.hidden;
  setTimeout(refresh, EVERY);
}

setTimeout(refresh, EVERY);
