<?php
// As much of WordPress as the code of docs/sites/forms.md asks for, behind WordPress.java, for "php -S". /footer answers what ends each
// page of a visitor inside. Any other request is one of a visitor who is not: 204 if the code leaves it alone.
$acts = array();
function add_action( $hook, $act ) {
	$GLOBALS['acts'][ $hook ] = $act;
}
function is_user_logged_in() {
	return false;
}
function home_url( $path ) {
	return $path;
}
function wp_get_raw_referer() {
	return $_SERVER['HTTP_REFERER'] ?? false;
}
function wp_validate_redirect( $page, $fallback ) {
	return $page;
}
function nocache_headers() {
}
function wp_json_encode( $value, $flags ) {
	return json_encode( $value, $flags );
}
require getenv( 'PLUGIN' );
if ( '/footer' === $_SERVER['REQUEST_URI'] ) {
	$acts['wp_footer']();
} else {
	$acts['init']();
	http_response_code( 204 );
}
