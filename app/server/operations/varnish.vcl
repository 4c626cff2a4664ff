vcl 4.1;
# Varnish 6 or 7 as the cache in front of the site (app/server/README.md, "In front"):
#   varnishd -f varnish.vcl -p http_gzip_support=off -a :6081
# Settings of the site: TRUST_PROXY=2 (the proxy that ends TLS, and Varnish), CDN_PURGE_URL=http://127.0.0.1:6081/,
# CDN_PURGE_TOKEN=choose-a-word. Replace choose-a-word there and below with a secret of your own.

import std;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  # A purge drops all cached pages, whatever changed. Files and images stay cached.
  if (req.http.Authorization == "Bearer choose-a-word" && req.method == "POST") {
    ban("obj.http.CDN-Cache-Control ~ .");
    return (synth(200));
  }
  # Pages with a chosen plan or a draft differ per visitor, so they are not cached. Their query string is kept.
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
  # Varnish serves a stale page only after the site has failed to answer this request (see vcl_synth).
  if (req.restarts == 0) {
    set req.grace = 0s;
    unset req.http.X-Again;
  } else {
    set req.grace = 1d;
    set req.http.X-Again = "1";
  }
  return (hash);
}

# The site's responses do not depend on Host, so all its names share one cached response.
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

# Errors are not cached, because they would replace the stale page. The visitor sees the second error if there is no stale page.
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
    # Requests with a plan cookie bypass the cache (vcl_recv). No other cookie changes a page.
    set beresp.http.Vary = regsub(beresp.http.Vary, ", Cookie", "");
    # Without this, Varnish would apply Cache-Control, which is meant for browsers, and cache no page.
    return (deliver);
  }
}

sub vcl_synth {
  if (resp.status >= 500 && req.restarts == 0) {
    return (restart);
  }
}
