package io.gatehouse.visitor;

import io.gatehouse.door.ErrorPages;
import io.gatehouse.page.PageWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The address without a path: a page for a person, nothing for a program. No visitor waits here. */
@Controller
class HomeEndpoint {

    private final PageWriter pages;

    HomeEndpoint(PageWriter pages) {
        this.pages = pages;
    }

    @GetMapping("/")
    void home(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (ErrorPages.areWanted(request.getHeader("Accept"))) {
            pages.write(pages.message("home", request), HttpServletResponse.SC_OK, response);
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }
}
