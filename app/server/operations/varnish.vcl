vcl 4.1;
# Varnish 6 or 7 as the cache in front (README, "In front"):
#   varnishd -f varnish.vcl -p http_gzip_support=off -a :6081
# The site beside it: TRUST_PROXY=2 (what ends TLS, and Varnish), CDN_PURGE_URL=http://127.0.0.1:6081/,
# CDN_PURGE_TOKEN=the word below, which is yours to choose.

import std;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  # Whatever changed, all pages are asked for anew; files and pictures stay.
  if (req.http.Authorization == "Bearer choose-a-word" && req.method == "POST") {
    ban("obj.http.CDN-Cache-Control ~ .");
    return (synth(200));
  }
  # What is chosen and what is a draft is nobody else's. The query of what is passed on stays whole.
  if ((req.method != "GET" && req.method != "HEAD") || req.http.Cookie ~ "(^|; *)(__Host-)?(plan|preview)=") {
    return (pass);
  }
  if (req.http.Accept-Encoding ~ "br") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "gzip") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # An old page is shown only where the site has just failed to give a new one (vcl_synth).
  if (req.restarts == 0) {
    set req.grace = 0s;
    unset req.http.X-Again;
  } else {
    set req.grace = 1d;
    set req.http.X-Again = "1";
  }
  return (hash);
}

# One copy for all names of the site, whose answers do not depend on Host.
sub vcl_hash {
  if (req.url ~ "^/media/") {
    hash_data(req.url);
  } else {
    hash_data(regsub(req.url, "\?.*", ""));
    if (req.url ~ "[?&]_routes=") {
      hash_data(regsub(req.url, "^.*[?&](_routes=[^&]*).*$", "\1"));
    }
  }
  return (lookup);
}

# A failure is kept nowhere, or it would stand in the old page's way. Without an old page the second one is shown.
sub given_up {
  if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Again)) {
    return (abandon);
  }
}

sub vcl_backend_error {
  call given_up;
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    call given_up;
  }
  if (beresp.http.CDN-Cache-Control ~ "s-maxage=" && !beresp.http.Set-Cookie) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*s-maxage=(\d+).*$", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    # Who has chosen a plan passes by: other cookies make no other page.
    set beresp.http.Vary = regsub(beresp.http.Vary, ", Cookie", "");
    # Else Varnish heeds Cache-Control, which is the browsers', and keeps no page.
    return (deliver);
  }
}

sub vcl_synth {
  if (resp.status >= 500 && req.restarts == 0) {
    return (restart);
  }
}
